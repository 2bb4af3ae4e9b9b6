import { icon } from './icon.tsx'

export const InfoIcon = icon(
  <circle className="d" cx="12" cy="12" r="8.5" />,
  <circle cx="12" cy="12" r="8.5" />,
  <path d="M12 11.25v5M12 8h.01" />,
  <path d="M12 7.9h.01" strokeWidth="2.2" />,
)
