import { icon } from '../../../ui/icon/icon.tsx'

export const InboxIcon = icon(
  <>
    <path className="d" d="M4 13h4l1.5 3h5L16 13h4v5H4z" />{' '}
    <path d="M4 13.25 6.4 6.1A1.75 1.75 0 0 1 8.05 4.9h7.9a1.75 1.75 0 0 1 1.65 1.2L20 13.25V17a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2z" />{' '}
    <path d="M4.25 13.25H8l1.5 2.75h5l1.5-2.75h3.75" />
  </>,
)
