import { icon } from '../../../ui/icon/icon.tsx'

export const SendIcon = icon(
  <>
    <path className="d" d="M4.5 5 20 12 4.5 19 7 12z" /> <path d="M4.5 5 20 12 4.5 19 7 12zM7 12h6" />
  </>,
)
