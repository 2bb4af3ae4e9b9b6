import { icon } from './icon.tsx'

export const MailIcon = icon(
  <rect className="d" x="3.5" y="5.5" width="17" height="13" rx="2.25" />,
  <rect x="3.25" y="5.25" width="17.5" height="13.5" rx="2.5" />,
  <path d="m3.75 7.5 7 5.1a2.1 2.1 0 0 0 2.5 0l7-5.1" />,
)
