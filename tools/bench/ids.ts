/** An id made of words, in SQL. Marked as one of version 4, which is the only kind that calls accept. */
export const uuid = (kind: string, ...parts: string[]) =>
  `overlay(overlay(md5(concat_ws('-', '${kind}', ${parts.join(', ')})) placing '4' from 13) placing '8' from 17)::uuid`
