import type { ReactNode } from 'react'
import { CheckCircleIcon } from '../icon/check-circle.tsx'
import { CloseIcon } from '../icon/close.tsx'
import { ErrorIcon } from '../icon/error.tsx'
import { InfoIcon } from '../icon/info.tsx'
import './alert.css'

const icons = { info: InfoIcon, success: CheckCircleIcon, error: ErrorIcon }

type AlertProps = { variant: keyof typeof icons; children: ReactNode; onDismiss?: () => void }

export function Alert({ variant, children, onDismiss }: AlertProps) {
  const Shape = icons[variant]
  return (
    <div className={`alert alert--${variant}`} role={variant === 'error' ? 'alert' : 'status'}>
      <Shape />
      <div className="alert__body">
        <p>{children}</p>
      </div>
      {onDismiss && (
        <button type="button" className="alert__dismiss" aria-label="Dismiss" onClick={onDismiss}>
          <CloseIcon size="small" />
        </button>
      )}
    </div>
  )
}
