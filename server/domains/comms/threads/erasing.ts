export { eraseSender } from './erasing.sql.ts'
