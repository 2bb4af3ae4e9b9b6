import { HomeIcon } from '../../ui/icon/home.tsx'
import { LogoutIcon } from '../../ui/icon/logout.tsx'
import { logOut } from '../../api/log-out.ts'
import type { NavigationItem } from './navigation.tsx'

/** What the navigation offers, from top to bottom. A page adds itself here. */
export function mainItems(path: string): NavigationItem[] {
  return [{ label: 'Overview', icon: HomeIcon, path: '/', isActive: path === '/' }]
}

export const actionItems: readonly NavigationItem[] = [
  { label: 'Logout', icon: LogoutIcon, onChoose: logOut },
]
