import { icon } from './icon.tsx'

export const CopyIcon = icon(
  <rect x="8.75" y="8.75" width="11" height="11" rx="2.25" />,
  <path d="M15.25 8.5V6.5a2.25 2.25 0 0 0-2.25-2.25H6.5A2.25 2.25 0 0 0 4.25 6.5V13a2.25 2.25 0 0 0 2.25 2.25h2" />,
)
