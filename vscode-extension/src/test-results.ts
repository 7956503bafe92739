// Which results of tests still hold; kept apart from VS Code so that it can be tested.

/** A run of one suite, from its begin to its results. */
export interface SuiteRun {
  readonly suite: string;
  readonly changed: Set<string>;
}

/** The suites that have results, each with the files that these depend on. */
export class TestResults {
  private readonly files = new Map<string, Set<string>>();
  private readonly running = new Set<SuiteRun>();

  begin(suite: string): SuiteRun {
    const run = { suite, changed: new Set<string>() };
    this.running.add(run);
    return run;
  }

  /** Ends a run with the files that its results depend on. Returns whether the results still hold. */
  end(run: SuiteRun, files: Iterable<string>): boolean {
    const all = new Set([run.suite, ...files]);
    this.running.delete(run);
    if ([...all].some((file) => run.changed.has(file))) {
      this.files.delete(run.suite);
      return false;
    }
    // Tests of a suite are also run one by one: what an earlier run depends on still counts.
    this.files.set(run.suite, new Set([...(this.files.get(run.suite) ?? []), ...all]));
    return true;
  }

  /** Returns the suites whose results are outdated by a change of a file; each is returned once. */
  changed(file: string): string[] {
    this.running.forEach(({ changed }) => changed.add(file));
    const outdated = [...this.files].filter(([, files]) => files.has(file)).map(([suite]) => suite);
    outdated.forEach((suite) => this.files.delete(suite));
    return outdated;
  }

  /** Returns all suites that have results: a change of settings outdates every one. */
  clear(): string[] {
    const outdated = [...this.files.keys()];
    this.files.clear();
    return outdated;
  }
}
