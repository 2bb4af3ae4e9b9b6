import { Button } from '../../ui/button/button.tsx'
import { Heading } from '../../ui/heading/heading.tsx'

type OtherPersonProps = {
  present: string
  /** Null if the link does not name its recipient. */
  other: string | null
  onLogIn: () => void
  onStay: () => void
}

/** Asks before one person's session replaces another's. */
export function OtherPerson({ present, other, onLogIn, onStay }: OtherPersonProps) {
  return (
    <>
      <div className="auth__head">
        <Heading title="Log in as someone else?" />
        <p>
          You are logged in as <strong className="login__recipient">{present}</strong>.{' '}
          {other ? (
            <>
              Log in as <strong className="login__recipient">{other}</strong> instead?
            </>
          ) : (
            'Log in with this link instead?'
          )}
        </p>
      </div>
      <div className="stack stack--12">
        <Button size="large" isBlock onClick={onLogIn}>
          Yes, log in
        </Button>
        <Button look="secondary" size="large" isBlock onClick={onStay}>
          No, stay logged in
        </Button>
      </div>
    </>
  )
}
