import type { ReactNode } from 'react'
import { CautionIcon } from '../icon/caution.tsx'
import { CheckCircleIcon } from '../icon/check-circle.tsx'
import { CloseIcon } from '../icon/close.tsx'
import { ErrorIcon } from '../icon/error.tsx'
import { InfoIcon } from '../icon/info.tsx'
import { WarningIcon } from '../icon/warning.tsx'
import './alert.css'

/** Each has its own shape, because some people cannot tell the colours apart. */
const icons = {
  info: InfoIcon,
  success: CheckCircleIcon,
  /** Minor, can wait. */
  caution: CautionIcon,
  /** Act soon. */
  warning: WarningIcon,
  /** Blocked. */
  error: ErrorIcon,
}

type AlertProps = {
  variant: keyof typeof icons
  title?: string
  children?: ReactNode
  /** The actions: one or two small buttons. */
  action?: ReactNode
  onDismiss?: () => void
}

export function Alert({ variant, title, children, action, onDismiss }: AlertProps) {
  const Shape = icons[variant]
  const isUrgent = variant === 'error' || variant === 'warning'
  return (
    <div className={`alert tone--${variant}`} role={isUrgent ? 'alert' : 'status'}>
      <Shape />
      <div className="alert__body">
        {title && <p className="alert__title">{title}</p>}
        {children && <p>{children}</p>}
        {action && <div className="alert__action">{action}</div>}
      </div>
      {onDismiss && (
        <button type="button" className="alert__dismiss" aria-label="Dismiss" onClick={onDismiss}>
          <CloseIcon size="small" />
        </button>
      )}
    </div>
  )
}
