import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../session/client.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { useBusy } from '../../ui/button/use-busy.ts'
import { Heading } from '../../ui/heading/heading.tsx'

const delayMs = 2_000

/** For staff: triggers each kind of error, to check that it is shown and reported. Nothing links here. */
export function TestErrorsPage() {
  const [isBroken, setBroken] = useState(false)
  const [news, setNews] = useState<string>()
  const [isBusy, run] = useBusy()
  if (isBroken) throw new Error('Test of a client error')

  function throwLater() {
    setNews(`An error will be thrown in ${delayMs / 1000} seconds.`)
    setTimeout(() => {
      setNews('The delayed error has been thrown.')
      throw new Error('Test of a delayed error')
    }, delayMs)
  }

  async function failOnServer() {
    setNews(undefined)
    try {
      await call('POST /api/auth/customer/test-error')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const request = error.requestId ? ` The request was ${error.requestId}.` : ''
      setNews(`The server answered ${error.status}: ${error.msg}${request}`)
    }
  }

  return (
    <>
      <meta name="robots" content="noindex" />
      <div className="auth__head">
        <Heading title="Test errors" />
        <p>Each button makes an error on purpose. It is shown as any other, and reported.</p>
      </div>
      <div className="stack stack--12">
        <Button look="secondary" size="large" isBlock onClick={() => setBroken(true)}>
          Create client error
        </Button>
        <Button look="secondary" size="large" isBlock onClick={throwLater}>
          Create delayed error
        </Button>
        <Button look="secondary" size="large" isBlock isBusy={isBusy} onClick={() => run(failOnServer)}>
          Create server error
        </Button>
      </div>
      {news && <Alert variant="info">{news}</Alert>}
    </>
  )
}
