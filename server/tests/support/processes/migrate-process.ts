// A process that migrates once: `migrate-process.ts CONNECTION_AS_JSON FOLDER_URL`. Prints the applied files as JSON.
import { migrate } from '../../../platform/database/migrate.ts'

const [, , connection, folder] = process.argv
console.log(JSON.stringify(await migrate(JSON.parse(connection!), new URL(folder!))))
