import { icon } from './icon.tsx'

export const LockIcon = icon(
  <rect className="d" x="5" y="10.5" width="14" height="9.5" rx="2" />,
  <rect x="4.75" y="10.5" width="14.5" height="9.5" rx="2.25" />,
  <path d="M8 10.25V8a4 4 0 0 1 8 0v2.25M12 14.5v1.75" />,
)
