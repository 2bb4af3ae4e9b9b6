import { BadRequest, json, parseJsonBody } from '../http.ts'
import type { Handler, Incoming, RouteKey, Routes } from '../http.ts'
import { createCodes } from './codes.ts'
import type { CodeTools } from './codes.ts'
import { directoryAt } from './directory.ts'
import { logInUrl } from './log-in.ts'
import { moveToNextPayment } from './next-payment.ts'
import { createStaffDesk } from './staff-log-in.ts'
import { HttpError, withErrorReplies } from './http-error.ts'

/** Who there is to log in as, and ways in for each of them. */
export function peopleRoutes(directoryUrl: string | undefined, tools: CodeTools): Routes {
  const readDirectory = directoryAt(directoryUrl)
  const codes = createCodes(tools)
  const desk = createStaffDesk(codes)
  const { inbox, clock } = tools
  const routes: Record<RouteKey, Handler> = {
    'POST /_sandbox/api/log-in': async (request) => {
      const email = readText(request, 'email')
      const { families, portalUrl } = await readDirectory()
      const family = known(families, email)
      return json(200, { url: await logInUrl({ portalUrl, family, inbox, codes }) })
    },
    'POST /_sandbox/api/staff-log-in': async (request) => {
      const email = readText(request, 'email')
      const { staff, portalUrl } = await readDirectory()
      const member = known(staff, email)
      if (parseJsonBody(request)['customer'] === undefined) {
        return json(200, { command: await desk.command(portalUrl, member) })
      }
      const url = await desk.viewOf(portalUrl, member, readText(request, 'customer'))
      return json(200, { url, command: member.command })
    },
    'POST /_sandbox/api/next-payment': async (request) => {
      const accountId = readText(request, 'accountId')
      const payment = await moveToNextPayment(accountId, { readDirectory, clock, signal: request.signal })
      return json(200, { now: clock.now().toISOString(), payment })
    },
  }
  return {
    ...Object.fromEntries(Object.entries(routes).map(([key, handler]) => [key, withErrorReplies(handler)])),
    // A page without a list still shows everything else, so this is no failure.
    'GET /_sandbox/api/people': async () => {
      try {
        return json(200, await readDirectory())
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        return json(200, { portalUrl: null, families: [], guests: [], staff: [], reason: error.message })
      }
    },
  }
}

function readText(request: Incoming, name: string): string {
  const value = parseJsonBody(request)[name]
  if (typeof value !== 'string' || value === '') throw new BadRequest(`"${name}" is a text`)
  return value
}

function known<Person extends { email: string }>(people: readonly Person[], email: string): Person {
  const person = people.find((each) => each.email === email.trim().toLowerCase())
  if (!person) throw new HttpError(404, `No demo person has the email address ${email}.`)
  return person
}
