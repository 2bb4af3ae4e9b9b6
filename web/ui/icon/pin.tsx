import { icon } from './icon.tsx'

export const PinIcon = icon(
  <path
    className="d"
    d="M12 20.5c-4.5-4.2-6.75-7.5-6.75-10.25a6.75 6.75 0 0 1 13.5 0c0 2.75-2.25 6.05-6.75 10.25z"
  />,
  <path d="M12 20.25c-4.5-4.1-6.75-7.3-6.75-10a6.75 6.75 0 0 1 13.5 0c0 2.7-2.25 5.9-6.75 10z" />,
  <circle cx="12" cy="10.25" r="2.25" />,
)
