import { icon } from '../../../ui/icon/icon.tsx'

export const FlagIcon = icon(
  <>
    <path className="d" d="M6 5h11l-2.25 3.75L17 12.5H6z" /> <path d="M6 20V4.75h11.25L15 8.75l2.25 4H6" />
  </>,
)
