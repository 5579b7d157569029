export { eraseNames, listNames } from './erasing.sql.ts'
