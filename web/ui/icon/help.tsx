import { icon } from './icon.tsx'

export const HelpIcon = icon(
  <circle className="d" cx="12" cy="12" r="8.5" />,
  <circle cx="12" cy="12" r="8.5" />,
  <path d="M9.6 9.6a2.45 2.45 0 1 1 3.7 2.1c-.8.48-1.300.95-1.3 1.8" />,
  <path d="M12 16.3h.01" strokeWidth="2.2" />,
)
