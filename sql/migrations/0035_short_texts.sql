-- A learning's vector, signatures and words are more than the 2,000 bytes up to which Postgres leaves a row's texts in
-- it: even the hash by which ties are told was moved out of line, and fetched anew for each comparison of two. Three
-- rows of up to so many bytes fill a page, as three did without their texts.
alter table knowledge set (toast_tuple_target = 2700);
