import { icon } from './icon.tsx'

export const DotsIcon = icon(<path d="M6 12h.01M12 12h.01M18 12h.01" strokeWidth="2.6" />)
