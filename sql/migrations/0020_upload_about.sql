-- What its uploader says of an asset: of a picture or a recording it is all that search has.
alter table uploads add column about text;
