import { openChat } from '../../support/chat.ts'
import { Button } from '../../ui/button/button.tsx'
import { ChatIcon } from '../../ui/icon/chat.tsx'
import type { WhyReadOnly } from './why-read-only.ts'
import { PhoneOrEmail } from '../../support/phone-or-email.tsx'

const words: Record<WhyReadOnly, { title: string; text: string }> = {
  'under-way': {
    title: 'Need to make a change?',
    text: "Your plan is under way, so we'll make changes for you.",
  },
  closed: {
    title: 'Need to make a change?',
    text: "Your first payment is being prepared, so we'll make changes for you.",
  },
  blocked: { title: 'Need to make a change?', text: "We'd like to go through your plan with you first." },
  ours: { title: 'Need to make a change?', text: "We look after this plan, so we'll make changes for you." },
  completed: { title: 'Any questions?', text: 'This plan is complete.' },
}

/** The note that staff make changes that a parent cannot make here. */
export function ChangeNote({ why }: { why: WhyReadOnly }) {
  const { title, text } = words[why]
  return (
    <section className="card stack stack--12" aria-labelledby="change-note">
      <h2 id="change-note">{title}</h2>
      <p className="muted">
        {text} Call <PhoneOrEmail />.
      </p>
      <div>
        <Button look="secondary" icon={ChatIcon} onClick={openChat}>
          Chat With Us
        </Button>
      </div>
    </section>
  )
}
