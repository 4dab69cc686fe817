-- _signature: two bits for each dimension of a vector's direction: whether it is above 0.022, and whether above -0.022.
-- The fewer bits of two differ, the nearer the vectors are. The number is where two bits tell the most of a normal
-- deviate (0.43 of it), as the dimensions of 384 are; the columns "signature" are made by the same expression.
create or replace function knowledge._signature(embedding extensions.vector)
returns bit
language sql
immutable
as $$
    select binary_quantize(l2_normalize(_signature.embedding) - array_fill(0.022::real, array[384])::vector)
        || binary_quantize(l2_normalize(_signature.embedding) + array_fill(0.022::real, array[384])::vector)
$$;
