import { icon } from './icon.tsx'

export const StudentIcon = icon(
  <path className="d" d="m12 5 9.5 4.25L12 13.5 2.5 9.25z" />,
  <path d="m12 5 9.25 4.25L12 13.5 2.75 9.25z" />,
  <path d="M6.25 11v4.25c0 1.5 2.6 2.75 5.75 2.75s5.75-1.25 5.75-2.75V11M21.25 9.5v5" />,
)
