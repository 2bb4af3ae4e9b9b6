import { PassThrough, type Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { importKinds as names, importQuery } from '#contract/staff-imports.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import { csvMaxBytes } from '../../platform/csv/csv.ts'
import { fieldErrors } from '../../platform/http/plain-issues.ts'
import { authenticateStaff, readStaffToken } from '../../people/staff-access/staff-session.ts'
import { importFile, importKinds } from './import-file.ts'

/**
 * Import files are raw CSV, read as they arrive. The reply is one line of JSON for each step and one for the result.
 * Neither fits the other endpoints, so this route is registered separately.
 */
export async function serveImports(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('text/csv', (_request, payload, done) => done(null, payload))
    scope.post(
      '/api/staff/imports/:kind',
      { bodyLimit: csvMaxBytes, compress: false },
      async (request, reply) => {
        const name = names.find((each) => each === (request.params as { kind: string }).kind)
        // Authenticate before revealing which kinds exist.
        const staff = await authenticateStaff(
          deps,
          readStaffToken(request),
          name === undefined ? 'support' : importKinds[name].role,
        )
        if (name === undefined) throw new Refusal('not_found')
        const query = importQuery.safeParse(request.query)
        if (!query.success)
          throw new Refusal('invalid_request', { fields: fieldErrors(query.error.issues, 'query') })
        const { reason, dryRun, replace, schoolId } = query.data
        const actor = { staff, reason, requestId: request.id }
        const upload = request.body as Readable
        const lines = new PassThrough()
        const writeLine = (line: object) => lines.write(`${JSON.stringify(line)}\n`)
        // A refused file is read to its end, because closing the connection would lose the reply.
        const work = importFile(deps, actor, name, upload.iterator({ destroyOnReturn: false }), {
          isRehearsal: dryRun,
          mayReplace: replace,
          schoolId: schoolId ?? null,
          onProgress: writeLine,
        })
        // The reply has already started, so a failure is reported as a line too.
        void work
          .catch((error: unknown) => {
            request.log.error({ reqId: request.id, err: error }, 'an import failed')
            return { outcome: 'Failed' }
          })
          .then((result) => {
            upload.resume()
            writeLine(result)
            lines.end()
          })
        return reply.type('application/x-ndjson; charset=utf-8').send(lines)
      },
    )
  })
}
