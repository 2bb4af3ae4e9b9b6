import { icon } from './icon.tsx'

export const MenuIcon = icon(<path d="M4 7.5h16M4 12h16M4 16.5h16" />)
