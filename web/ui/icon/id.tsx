import { icon } from './icon.tsx'

export const IdIcon = icon(
  <rect className="d" x="3" y="5.5" width="18" height="13" rx="2.25" />,
  <rect x="2.75" y="5.25" width="18.5" height="13.5" rx="2.5" />,
  <circle cx="8.25" cy="10.5" r="1.9" />,
  <path d="M5.5 15.5c.4-1.5 1.4-2.25 2.75-2.25S10.6 14 11 15.5M14.25 10h4M14.25 13.75h2.5" />,
)
