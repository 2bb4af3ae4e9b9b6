import { icon } from './icon.tsx'

export const ClockIcon = icon(
  <circle className="d" cx="12" cy="12" r="8.5" />,
  <circle cx="12" cy="12" r="8.5" />,
  <path d="M12 7.25V12l3 2" />,
)
