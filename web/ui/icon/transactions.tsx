import { icon } from './icon.tsx'

export const TransactionsIcon = icon(
  <path d="M4 8.25h15.25" />,
  <path d="m15.75 4.5 3.75 3.75L15.75 12" />,
  <path d="M20 15.75H4.75" />,
  <path d="M8.25 12 4.5 15.75l3.75 3.75" />,
)
