import { icon } from './icon.tsx'

export const CalendarIcon = icon(
  <rect x="3.75" y="5.25" width="16.5" height="15" rx="2.5" />,
  <path d="M3.75 9.75h16.5M8 3.5v3.25M16 3.5v3.25" />,
)
