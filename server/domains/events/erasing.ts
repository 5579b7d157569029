export { erasePeople, listNames } from './erasing.sql.ts'
