/** Returns the name of the route that a module is the component of, such as `admin/users_.$id`. */
export function routeName(moduleId: string): string | undefined {
  return /\/web\/routes\/(.*)\.tsx\?tsr-split/.exec(moduleId)?.[1];
}

/** Returns the path of a route in the notation of TanStack Router: `admin/users_.$id` has the path `/admin/users/$id`. */
export function pathOf(name: string): string {
  const segments = name.split(/[./]/).filter((segment) => !/^(?:_.*|index)$/.test(segment));
  return `/${segments.map((segment) => segment.replace(/_$/, "")).join("/")}`;
}
