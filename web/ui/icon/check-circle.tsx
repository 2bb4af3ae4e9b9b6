import { icon } from './icon.tsx'

export const CheckCircleIcon = icon(
  <circle className="d" cx="12" cy="12" r="8.5" />,
  <circle cx="12" cy="12" r="8.5" />,
  <path d="m8.25 12.25 2.6 2.6 5-5.35" />,
)
