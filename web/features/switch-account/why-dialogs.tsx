import type { ReactNode } from 'react'
import type { Icon } from '../../ui/icon/icon.tsx'
import { ClockIcon } from '../../ui/icon/clock.tsx'
import { IdIcon } from '../../ui/icon/id.tsx'
import { LockIcon } from '../../ui/icon/lock.tsx'
import { ShieldIcon } from '../../ui/icon/shield.tsx'
import { UserIcon } from '../../ui/icon/user.tsx'
import { Modal } from '../../ui/modal/modal.tsx'
import '../../ui/list-rows/list-rows.css'

type DialogProps = { isOpen: boolean; onHide: () => void }

export function WhyCollect(dialog: DialogProps) {
  return (
    <Explanation {...dialog} title="Why are we collecting this information?">
      <p>
        With instalments, Larkwell pays your school first and you repay us. Before we do that, the law asks us
        to know who you are. Your date of birth and where you have lived tell you apart from others of your
        name.
      </p>
      <ul className="why__facts stack stack--12">
        <Fact icon={UserIcon}>
          Only our people who look after your account see these details. Your school does not. A credit
          reporting body does only if you agree to the credit ID check.
        </Fact>
        <Fact icon={ClockIcon}>
          We keep them with your account, and for as long after it is closed as the law asks us to.
        </Fact>
        <Fact icon={LockIcon}>We do not use them for marketing.</Fact>
      </ul>
    </Explanation>
  )
}

export function WhyCreditCheck(dialog: DialogProps) {
  return (
    <Explanation {...dialog} title="Why do we need this?">
      <p>
        The law asks us to verify who you are before you switch. We use a credit reporting body to match your
        details.
      </p>
      <ul className="why__facts stack stack--12">
        <Fact icon={ShieldIcon}>The check does not affect your credit score.</Fact>
        <Fact icon={LockIcon}>Your details are handled under our privacy policy.</Fact>
        <Fact icon={IdIcon}>If you decline, we'll ask for a licence or passport later.</Fact>
      </ul>
    </Explanation>
  )
}

function Explanation(props: DialogProps & { title: string; children: ReactNode }) {
  return <Modal {...props} hasCancel={false} confirmLabel="Got it" />
}

function Fact({ icon: Shape, children }: { icon: Icon; children: ReactNode }) {
  return (
    <li>
      <span className="glyph">
        <Shape />
      </span>
      <span>{children}</span>
    </li>
  )
}
