import { icon } from './icon.tsx'

export const UserIcon = icon(
  <circle className="d" cx="12" cy="8.5" r="4" />,
  <circle cx="12" cy="8.25" r="4" />,
  <path d="M4.75 20c.9-3.6 3.7-5.5 7.25-5.5s6.35 1.9 7.25 5.5" />,
)
