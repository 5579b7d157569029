import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { PATIENCE_MS, TEST_PATIENCE_MS } from './server/tests/support/machine/patience.ts'

// Those are parts of `npm run soak`.
const soaks = process.env.SOAK ? [] : ['**/*.soak.test.ts']

/** The largest files begin, as they do anyway; before them those that are small and take long. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const long =
      /tests\/(?:checks|money|import-crashes|(?:contract-coverage|failed-exchanges)\/\w+)\.test\.ts$/
    const sorted = await super.sort(files)
    return [
      ...sorted.filter(({ moduleId }) => long.test(moduleId)),
      ...sorted.filter(({ moduleId }) => !long.test(moduleId)),
    ]
  }
}

export default defineConfig({
  test: {
    globalSetup: 'server/tests/support/service/global-setup.ts',
    pool: 'forks',
    // Two more than the cores of a small machine: tests wait for the database and for processes that they start.
    maxWorkers: 4,
    sequence: { sequencer: LongFirst },
    // Files share a process, so that what they import is loaded once. Databases are their own.
    isolate: false,
    testTimeout: TEST_PATIENCE_MS,
    hookTimeout: TEST_PATIENCE_MS,
    teardownTimeout: TEST_PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
    include: ['server', 'contract', 'shared', 'sdk', 'bench', 'web'].map(
      (folder) => `${folder}/**/*.test.ts`,
    ),
    exclude: soaks,
  },
})
