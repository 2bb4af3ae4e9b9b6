import { icon } from './icon.tsx'

export const UndoIcon = icon(
  <path d="M8 5 4.25 8.75 8 12.5" />,
  <path d="M4.5 8.75h9.25a5.25 5.25 0 0 1 0 10.5H9" />,
)
