import type { ReactNode } from 'react'
import type { Profile } from '#contract/profile.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Avatar } from '../../ui/avatar/avatar.tsx'
import type { Icon } from '../../ui/icon/icon.tsx'
import { MailIcon } from '../../ui/icon/mail.tsx'
import { PhoneIcon } from '../../ui/icon/phone.tsx'
import { PinIcon } from '../../ui/icon/pin.tsx'
import { PhoneOrEmail } from '../../support/phone-or-email.tsx'

export function DetailsCard({ profile }: { profile: Profile }) {
  const name = `${profile.firstName} ${profile.lastName}`
  return (
    <section className="card" aria-labelledby="full-name">
      <div className="profile__who">
        <Avatar name={name} />
        <div>
          <p className="sm muted">Full name</p>
          <h2 id="full-name">{name}</h2>
        </div>
      </div>
      <ul className="rows">
        <Detail icon={MailIcon} tint="blue" label="Email">
          {profile.email}
        </Detail>
        <Detail icon={PhoneIcon} tint="gold" label="Mobile phone" missing="No mobile number found.">
          {profile.mobilePhone}
        </Detail>
        <Detail icon={PinIcon} tint="mute" label="Address" missing="No address found.">
          {profile.address}
        </Detail>
      </ul>
      <HowToChange />
    </section>
  )
}

type DetailProps = { icon: Icon; tint: string; label: string; missing?: string; children: ReactNode }

function Detail({ icon: Shape, tint, label, missing, children }: DetailProps) {
  return (
    <li>
      <span className={`glyph glyph--${tint}`}>
        <Shape />
      </span>
      <span className="rowtext">
        <small>{label}</small>
        {children ? <b>{children}</b> : <span className="muted">{missing}</span>}
      </span>
    </li>
  )
}

function HowToChange() {
  return (
    <Alert variant="info">
      To change your details, call <PhoneOrEmail />.
    </Alert>
  )
}
