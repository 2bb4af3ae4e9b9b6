import { icon } from './icon.tsx'

export const RefreshIcon = icon(
  <path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9" />,
  <path d="M19.5 4.5V9H15" />,
)
