import { blockSettings } from './block-settings.ts';
import { objectSettings } from './object-settings.ts';
import { collectIgnored } from './pytest-hooks.ts';
import type { Layer } from './run.ts';
import {
  imageRuns,
  noxRuns,
  packageRuns,
  type RunsReader,
  recipeRuns,
  sectionRuns,
  shellRuns,
} from './run-readers.ts';
import { iniSettings, tomlSettings } from './section-settings.ts';
import { serviceRuns } from './service-runs.ts';
import type { SettingsReader } from './setting.ts';
import { xmlSettings } from './xml-settings.ts';
import { yamlSettings } from './yaml-settings.ts';

/** A kind of file that says how tests are run. */
export interface ConfigurationFile {
  readonly path: RegExp;
  readonly settings?: SettingsReader;
  readonly runs?: RunsReader;
  readonly layer?: Layer;
}

/** All kinds that are read; the first that fits the path holds. */
const FILES: readonly ConfigurationFile[] = [
  { path: /(?:^|\/)package\.json$/, settings: objectSettings, runs: packageRuns, layer: 'script' },
  { path: /^\.(?:github|gitea|forgejo)\/(?:workflows|actions)\/.*\.ya?ml$|(?:^|\/)action\.ya?ml$/, settings: yamlSettings, runs: serviceRuns('ci'), layer: 'ci' },
  { path: /(?:^|\/)(?:\.gitlab-ci[^/]*|\.?gitlab\/.*|\.gitlab-ci\/.*|\.travis|\.circleci\/.*|\.?azure-pipelines[^/]*|\.azure[\w-]*\/.*|bitbucket-pipelines|\.buildkite\/.*|\.drone|\.woodpecker(?:\/.*)?|\.?appveyor|\.cirrus|\.semaphore\/.*|cloudbuild|buildspec[^/]*|codefresh)\.ya?ml$/, settings: yamlSettings, runs: serviceRuns('ci'), layer: 'ci' },
  { path: /(?:^|\/)(?:Dockerfile[^/]*|[^/]*\.Dockerfile|Containerfile|Earthfile)$/, runs: imageRuns, layer: 'ci' },
  { path: /(?:^|\/)(?:\.pre-commit-config|\.?lefthook(?:-local)?)\.ya?ml$/, settings: yamlSettings, runs: serviceRuns('hook'), layer: 'hook' },
  { path: /(?:^|\/)(?:\.husky|\.githooks|\.git-hooks|\.hooks|git-hooks|hooks)\/(?:_\/)?(?:pre|post|commit|prepare)-?[\w-]+(?:\.sh)?$/, runs: shellRuns('hook'), layer: 'hook' },
  { path: /(?:^|\/)(?:\.lintstagedrc(?:\.json)?|\.simple-git-hooks\.json)$/, settings: objectSettings },
  { path: /(?:^|\/)(?:GNU)?[Mm]akefile$|\.mk$|(?:^|\/)\.?[jJ]ustfile$/, runs: recipeRuns, layer: 'script' },
  { path: /(?:^|\/)Taskfile(?:\.\w+)?\.ya?ml$/i, settings: yamlSettings, runs: serviceRuns('script'), layer: 'script' },
  { path: /(?:^|\/)(?:tox|pytest|\.pytest)\.ini$|(?:^|\/)setup\.cfg$|(?:^|\/)\.coveragerc$/, settings: iniSettings, runs: sectionRuns, layer: 'script' },
  { path: /(?:^|\/)(?:pyproject|Cargo|hatch|poe_tasks|pixi|tarpaulin|\.tarpaulin|nextest|coverage|tox|ruff|bunfig|pytest|\.pytest|Makefile)\.toml$/, settings: tomlSettings, runs: sectionRuns, layer: 'script' },
  { path: /(?:^|\/)noxfile\.py$/, runs: noxRuns, layer: 'script' },
  { path: /(?:^|\/)conftest\.py$/, settings: collectIgnored },
  { path: /(?:^|\/)(?:pom\.xml|[^/]*-pom\.xml)$/, settings: xmlSettings },
  { path: /\.gradle(?:\.kts)?$/, settings: blockSettings },
  { path: /(?:^|\/)(?:gradle|sonar-project|\.?sonarcloud|junit-platform)\.properties$/, settings: iniSettings },
  { path: /(?:^|\/)\.mvn\/(?:maven|jvm)\.config$/, settings: mavenArguments },
  { path: /(?:^|\/)(?:\.?codecov|\.testcoverage|\.coveralls|\.nycrc|\.c8rc|\.mocharc)\.ya?ml$/, settings: yamlSettings },
  { path: /(?:^|\/)(?:\.nycrc|\.c8rc|\.mocharc|\.size-limit|\.?bundlesize(?:\.config)?|stryker(?:\.conf(?:ig)?)?|\.?lighthouserc|lighthouserc|budget|budgets|angular|project|nx|turbo|\.eslintrc|jest\.config|cypress|deno|\.taprc|jasmine|biome)(?:\.jsonc?)?$/, settings: objectSettings },
  { path: /(?:^|\/)(?:[\w.-]*(?:jest|vitest|vite|playwright|karma|cypress|ava|wdio|nyc|c8|stryker|nightwatch|codecept|web-test-runner|mocha)[\w.-]*\.(?:conf|config|workspace)|vitest\.[\w.-]+|\.mocharc|\.nycrc|\.size-limit|\.?lighthouserc|nyc\.config|eslint\.config|\.eslintrc|jest\.setup)\.(?:[cm]?[jt]s|json)$/, settings: objectSettings },
  { path: /(?:^|\/)(?:scripts?|ci|\.ci|bin|tools?|build|hack|dev|\.github)\/(?:[\w.-]+\/)*[\w.-]+$|\.(?:sh|bash)$/, runs: shellRuns('script'), layer: 'script' },
]; // biome-ignore format: a table

function mavenArguments(text: string) {
  return text.split('\n').flatMap((line, index) =>
    line.split(/\s+/).flatMap((word) => {
      const [, key = '', value = 'true'] = /^-D([\w.]+)(?:=(\S*))?$/.exec(word) ?? [];
      return key === '' ? [] : [{ path: [key], value, items: [], line: index + 1 }];
    }),
  );
}

/** What kind of configuration a file is, by its path; undefined where it is none. */
export function configurationFileOf(path: string): ConfigurationFile | undefined {
  const found = FILES.find((one) => one.path.test(path));
  // Programs stand in folders of scripts too: only what a shell runs is read there.
  const isProgram = found === FILES.at(-1) && /\.(?!sh$|bash$|zsh$)\w+$/.test(path);
  return isProgram ? undefined : found;
}
