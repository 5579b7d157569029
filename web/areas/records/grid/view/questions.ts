// One part: what is drawn once a cell is asked about.
export { CellQuestions } from './cell-questions.tsx'
export { QuestionsBar } from './questions-bar.tsx'
export { QuestionsSaid } from './questions-said.tsx'
