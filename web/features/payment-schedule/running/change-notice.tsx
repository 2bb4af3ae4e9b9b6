import type { ReactNode } from 'react'
import type { Icon } from '../../../ui/icon/icon.tsx'
import '../../../ui/alert/alert.css'

type ChangeNoticeProps = { icon: Icon; title: string; action?: ReactNode; children: ReactNode }

/** What was changed of the payments below, and the way to take it back or to change it. */
export function ChangeNotice({ icon: Shape, title, action, children }: ChangeNoticeProps) {
  return (
    <div className="alert tone--info undo" role="status">
      <Shape />
      <div className="alert__body">
        <p className="alert__title">{title}</p>
        <p>{children}</p>
      </div>
      {action}
    </div>
  )
}
