import { icon } from '../../../ui/icon/icon.tsx'

export const NoteIcon = icon(
  <>
    <path d="M5.25 4.75h13.5v9l-5 5.5h-8.5z" /> <path d="M18.5 14h-4.75v5" />
  </>,
)
