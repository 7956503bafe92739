import { expect, it } from 'vitest';
import { compatibility, requirement } from '../../src/server/version';

it.each([
  ['0.1.0', '0.1.7', 'fits'],
  ['0.1.5', '0.1.0', 'fits'],
  ['0.2.0', '0.1.9', 'server-too-old'],
  ['0.1.0', '0.2.0', 'server-too-new'],
  ['0.9.0', '1.0.0', 'server-too-new'],
  ['1.4.0', '1.2.0', 'fits'],
  ['2.0.0', '1.9.0', 'server-too-old'],
  ['0.1.0', '0.1.0.dev3+g12ab', 'fits'],
  ['0.1.0', '0.1rc1', 'fits'],
  ['0.1.0', undefined, 'unknown'],
  ['0.1.0', 'unreleased', 'unknown'],
] as const)('extension %s and server %s: %s', (extension, server, expected) => {
  expect(compatibility(extension, server)).toBe(expected);
});

it('asks pip for a server that fits', () => {
  expect(requirement('0.1.3')).toBe('hotlint>=0.1,<0.2');
  expect(requirement('2.5.0')).toBe('hotlint>=2,<3');
});
