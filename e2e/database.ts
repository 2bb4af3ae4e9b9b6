import { openDatabase, type Database } from '#server/platform/database/open.ts'
import { addresses } from './stack.ts'

let opened: Database | undefined

/** The journeys' database, past the server. One for each worker process, which ends with it. */
export function database(): Database {
  return (opened ??= openDatabase(addresses().database, { connections: 2 }))
}
