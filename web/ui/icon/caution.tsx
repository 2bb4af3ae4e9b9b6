import { icon } from './icon.tsx'

export const CautionIcon = icon(
  <circle className="d" cx="12" cy="12" r="8.5" />,
  <circle cx="12" cy="12" r="8.5" />,
  <path d="M12 7.75v5" />,
  <path d="M12 16h.01" strokeWidth="2.2" />,
)
