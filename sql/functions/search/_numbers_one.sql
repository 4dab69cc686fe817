-- _numbers_one: whether a number names the one of several that a learning is about, by what stands around it: it
-- follows the noun at the beginning, and a verb follows it ("PR 412 fixed", "Contract 2231 was signed by"). Not what is
-- counted ("Retry 3 times"), nor what may change its number ("Python 3.12 is required", "Port 8090 is used"). A code
-- counts nothing, so that any verb may follow it ("CVE-2026-1201 affects", "Error E100 means"); nor does what stands in
-- a place before its verb ("Line 4 of the bus stops"), or is the place ("In room 4 the projector"). A time of the day
-- tells which one behind an article ("the 9:00 train"), at the very beginning ("At 9:00 the gate") and before the verb.
create or replace function knowledge._numbers_one(before text, number text, behind text)
returns boolean
language sql
immutable
as $$
    select case when number ~ '^\d{1,2}:\d\d' then (
        (before ~* '(\m(the|our|der|die|das|den|dem|el|il|le)|^[^\w]*\w{1,5}) $' and behind ~ '^ [[:alpha:]]')
        or (
            before ~ '^[^\w]*(\w+ ){2,5}$'
            and behind ~ '^ (\w{3,}s \w|(is|are|ist|sind|est|es|è|é|can|may|must|will|should|have)\M)'
        )
    ) else before ~* '^[^\w]*((the|our|der|die|das|le|la|el) )?(\w+ of (the )?)?(\w+[ -]#?){1,2}[[:alpha:]]?$'
        and before !~* '\m(of|at|to|by|in|on|for|than|until|only|about) $'
        and behind !~* '^ (is|are|ist|sind|wird|est|es) ((not|now|still|nicht|jetzt|noch) )?(required|needed|used|enough|the|our)\M'
        and (
            (
                before ~* '^[^\w]*(in|on|at|im|an|am|auf|dans|en|à) ((the|our|der|dem|la|le|el) )?\w+ $'
                and behind ~ '^,? (the|our|an?|der|die|das|les?|la|el|los|las)\M'
            )
            or behind ~ (
                '^ (in|of|at|on|from|for|with|under) ((the|our|an?|der|die|das|den|dem|des|la|le|el) \w+|\w+ \d+)'
                || ' (\w+s|can|may|must|will|should|have|is|are|was|were|had|ist|sind|war|waren|wird|wurden?|est|sont|era) \w'
            )
            or behind ~ '^ (?!(is|was|has) )(\w+s (the|that)|\w+ed)\M'
            or (number !~ '^\d+\.\d' and behind
                ~ '^ (is|are|was|were|has|had|ist|sind|war|waren|wird|wurden?|est|sont|était|es|son|está|están|fue|è|sono|é|são|foi) ')
            or (number !~ '^\d+\.\d' and (number ~ '-|^0\d' or before ~ '[-#[:alpha:]]$')
                and behind ~ '^ (\w+s|can|may|must|will|should|have)\M')
        )
    end
$$;
