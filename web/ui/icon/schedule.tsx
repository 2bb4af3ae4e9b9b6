import { icon } from './icon.tsx'

export const ScheduleIcon = icon(
  <path className="d" d="M4 9.5h16V18a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2z" />,
  <rect x="3.75" y="5.25" width="16.5" height="15" rx="2.5" />,
  <path d="M3.75 9.75h16.5M8 3.5v3.25M16 3.5v3.25" />,
  <path d="m9.25 14.75 2 2 3.5-3.75" />,
)
