import { useState, type ReactNode } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { refresh } from '../../foundation/read.ts'
import type { StaffKey } from '../../foundation/staff-client.ts'
import { showDone } from '../../foundation/toast.ts'
import { useAction } from '../../foundation/use-action.ts'
import { Drawer, type DrawerProps } from '../drawer/drawer.tsx'
import { ReasonField } from './reason-field.tsx'

type ReasonDrawerProps = Omit<DrawerProps, 'children' | 'onSubmit' | 'isBusy' | 'failure'> & {
  /** Carries it out. What it returns is said once it is done. */
  act: (reason: string) => Promise<string | undefined>
  /** What is read again afterwards; everything, unless told. */
  rereads?: readonly StaffKey[]
  /** The reason that the address brings. */
  begin?: string | undefined
  /** It can be pressed without a reason, and then says that one is missing. */
  saysWhatIsMissing?: boolean
  /** Instead of closing the drawer. */
  onDone?: () => void
  /** What is filled in, with what the server says about each field, and what it does. */
  children: ReactNode | ((errors: Record<string, string>) => ReactNode)
}

/** An action for which a reason is all that is always needed. */
export function ReasonDrawer({
  act,
  rereads,
  onDone,
  children,
  isSubmitOff,
  begin = '',
  saysWhatIsMissing = false,
  ...drawer
}: ReasonDrawerProps) {
  const [reason, setReason] = useState(begin)
  const [wasTried, setTried] = useState(false)
  const isMissing = reason.trim() === ''
  const { run, isBusy, failure, error } = useAction(async () => {
    const said = await act(reason)
    if (said !== undefined) showDone(said)
    if (rereads?.length !== 0) await refresh(...(rereads ?? []))
    const end = onDone ?? drawer.onClose
    end()
  })
  const errors = error instanceof ApiError ? error.fields : {}
  return (
    <Drawer
      {...drawer}
      onSubmit={() => {
        setTried(true)
        if (!isMissing) void run()
      }}
      isBusy={isBusy}
      isSubmitOff={isSubmitOff || (isMissing && !saysWhatIsMissing)}
      failure={failure}
    >
      {typeof children === 'function' ? children(errors) : children}
      <ReasonField
        value={reason}
        onChange={setReason}
        error={wasTried && isMissing ? 'Field is required' : errors['reason']}
      />
    </Drawer>
  )
}
