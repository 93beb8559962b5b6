/** Style sheets are the bundler's affair: it writes them beside the script. */
declare module "*.css";
