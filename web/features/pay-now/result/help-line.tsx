import { openChat } from '../../../support/chat.ts'
import { useSupport } from '../../../session/settings.ts'
import { LinkButton } from '../../../ui/button/button.tsx'
import { PhoneLink } from '../../../ui/phone-link/phone-link.tsx'
import './result.css'

/** The contact line at the end of every result. */
export function HelpLine() {
  const { phone, email } = useSupport()
  return (
    <p className="result__help">
      Questions? Call <PhoneLink phone={phone} /> or email <a href={`mailto:${email}`}>{email}</a>, or{' '}
      <LinkButton onClick={openChat}>chat with us</LinkButton>.
    </p>
  )
}
