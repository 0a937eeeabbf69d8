import { bundledPackages } from './bundled-packages.ts';
import type { SourceTree } from './source-tree.ts';

/**
 * Returns a page with the licences of all packages in the build; equal texts stand once. Undefined for builds that do
 * not list their packages, which therefore come with `node_modules`.
 */
export function thirdPartyLicences(tree: SourceTree): string | undefined {
  const packages = bundledPackages(tree);
  if (!packages) return undefined;
  const byText = Map.groupBy(packages, ({ text = '' }) => text);
  const sections = [...byText].map(([text, users]) => {
    const titles = users.map(
      ({ name, version, identifier = 'licence below' }) => `## ${name} ${version} (${identifier})`,
    );
    return `${titles.join('\n')}\n\n${fenced(text)}`;
  });
  return `# Packages in the build of Vigia\n\n${sections.join('\n')}`;
}

function fenced(text: string): string {
  return text === '' ? 'The package brings no text of its licence.\n' : `\`\`\`\n${text}\n\`\`\`\n`;
}
