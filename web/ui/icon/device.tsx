import { icon } from './icon.tsx'

export const DeviceIcon = icon(
  <rect className="d" x="7" y="3.25" width="10" height="17.5" rx="2.25" />,
  <rect x="6.75" y="3.25" width="10.5" height="17.5" rx="2.5" />,
  <path d="M10.75 17.75h2.5" />,
  <path d="M10 8.25c1.25 1.4 1.25 3.6 0 5M12.75 7c2 2.2 2 5.6 0 7.75" />,
)
