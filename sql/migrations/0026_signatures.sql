-- A signature of two bits a dimension in place of its sign alone: whether it is above a small number, and whether it is
-- above the same below zero. Half as many candidates by it hold as many of the nearest. Written out as _signature has
-- it, which is made after this. The signs, "sig", and the type search_score stay for the functions of the release
-- before, and go a release later.
alter table knowledge add column signature bit(768) generated always as ((
    extensions.binary_quantize(
        extensions.l2_normalize(embedding) - array_fill(0.022::real, array[384])::extensions.vector
    ) || extensions.binary_quantize(
        extensions.l2_normalize(embedding) + array_fill(0.022::real, array[384])::extensions.vector
    )
)::bit(768)) stored;
alter table knowledge_embeddings add column signature bit(768) generated always as ((
    extensions.binary_quantize(
        extensions.l2_normalize(embedding) - array_fill(0.022::real, array[384])::extensions.vector
    ) || extensions.binary_quantize(
        extensions.l2_normalize(embedding) + array_fill(0.022::real, array[384])::extensions.vector
    )
)::bit(768)) stored;
alter table learning_embeddings add column signature bit(768) generated always as ((
    extensions.binary_quantize(
        extensions.l2_normalize(embedding) - array_fill(0.022::real, array[384])::extensions.vector
    ) || extensions.binary_quantize(
        extensions.l2_normalize(embedding) + array_fill(0.022::real, array[384])::extensions.vector
    )
)::bit(768)) stored;

-- As before (0008): with a short header each would be copied first; and the indexes are read without their tables.
alter table knowledge alter column signature set storage plain;
alter table knowledge_embeddings alter column signature set storage plain;
alter table learning_embeddings alter column signature set storage plain;
drop index knowledge_signature;
drop index learning_embeddings_signature;
drop index knowledge_embeddings_signature;
create index knowledge_signature on knowledge (tenant_id, model) include (signature, id);
create index learning_embeddings_signature on learning_embeddings (tenant_id, model) include (signature, id);
create index knowledge_embeddings_signature on knowledge_embeddings (tenant_id, model)
include (signature, id, generation) where not is_copy;
