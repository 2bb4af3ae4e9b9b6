import { icon } from './icon.tsx'

export const PassportIcon = icon(
  <rect className="d" x="5" y="3.5" width="14" height="17" rx="2.25" />,
  <rect x="4.75" y="3.25" width="14.5" height="17.5" rx="2.5" />,
  <circle cx="12" cy="10" r="3.5" />,
  <path d="M8.5 10h7M9 17h6" />,
)
